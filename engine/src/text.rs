//! Types that stand in files as the text that people write.

/// Converts a type from and into `String` by its `FromStr` and `Display`, which is what
/// `#[serde(try_from = "String", into = "String")]` asks for: the type is then serialized as its text, and parsed in
/// one place.
///
/// ```
/// use riverlab_engine::Intervention;
///
/// let dearer = Intervention::try_from("cost+1".to_owned())?;
/// assert_eq!(String::from(dearer), "cost+1");
/// assert!(Intervention::try_from("costs".to_owned()).is_err());
/// # Ok::<(), riverlab_engine::UnknownIntervention>(())
/// ```
#[macro_export]
macro_rules! convert_as_text {
    ($type:ty) => {
        impl TryFrom<String> for $type {
            type Error = <$type as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    };
}
