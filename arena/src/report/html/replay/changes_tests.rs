use super::*;

/// Does what the page does with changes.
fn applied(before: &Parts, (kind, list): &(&str, Value)) -> Parts {
    let number = |value: &Value| value.as_u64().map(|number| number as usize);
    let pair = |entry: &Value| (number(&entry[0]).expect("a name"), number(&entry[1]).unwrap_or(usize::MAX));
    let entries = list.as_array().expect("a list");
    if *kind == "all" {
        return entries.iter().map(pair).collect();
    }
    let mut parts = before.clone();
    for entry in entries {
        let (name, drawing) = pair(entry);
        let place = parts.iter().position(|part| part.0 == name);
        match entry.as_array().expect("a list").len() {
            1 => drop(parts.remove(place.expect("it is there"))),
            2 => parts[place.expect("it is there")].1 = drawing,
            _ => {
                let next = number(&entry[2]);
                let at =
                    next.map_or(parts.len(), |next| parts.iter().position(|part| part.0 == next).expect("it is there"));
                parts.insert(at, (name, drawing));
            }
        }
    }
    parts
}

#[test]
fn changes_lead_from_each_picture_to_the_next() {
    let pictures: [Parts; 7] = [
        vec![(1, 1), (2, 2), (3, 3)],
        vec![(1, 1), (2, 9), (3, 3)],
        vec![(4, 4), (1, 1), (5, 5), (6, 6), (3, 3), (7, 7)],
        vec![(3, 3), (1, 1)],
        vec![],
        vec![(1, 2), (2, 1)],
        vec![(1, 2), (2, 1)],
    ];
    for before in &pictures {
        for after in &pictures {
            assert_eq!(applied(before, &changes(before, after)), *after);
        }
    }
    assert_eq!(changes(&pictures[0], &pictures[1]), ("d", json!([[2, 9]])), "only what differs");
    assert_eq!(changes(&pictures[5], &pictures[6]), ("d", json!([])));
}
