//! The options of studies, and what two studies differ in.

use riverlab_arena::shell::Word;
use riverlab_arena::store::planned::{Field, Planned};

use super::plan::{StudyPlan, Task};
use super::request::StudyRequest;

impl StudyRequest {
    /// The options that ask for it, but for the game and its rules.
    pub fn words(&self) -> Vec<Word> {
        let mut words = vec![Word::new("players", self.players)];
        words.push(Word::list("bots", &self.bots));
        words.extend(self.programs.words());
        words.extend(self.words_of_components());
        words.push(Word::new("margin", self.margin));
        words.push(Word::new("deals", self.deals));
        words.extend(match self.budget {
            Some(budget) => vec![Word::flag("until-decided"), Word::new("budget", budget)],
            None => vec![Word::new("confirm", self.confirm)],
        });
        words.extend(self.word_of_task());
        words.push(Word::new("seed", self.seed));
        words
    }

    /// The options that say what is done to what.
    fn words_of_components(&self) -> Vec<Word> {
        let components = (!self.components.is_empty()).then(|| Word::list("elements", &self.components));
        let interventions = (!self.interventions.is_empty()).then(|| Word::list("interventions", &self.interventions));
        components.into_iter().chain(interventions).collect()
    }

    fn word_of_task(&self) -> Option<Word> {
        match &self.task {
            Task::Effects => None,
            Task::Sensitivity(patterns) => Some(Word::list("readings", patterns)),
            Task::Suggestion => Some(Word::flag("suggest")),
            Task::Interactions(pairs) => Some(Word::new("interactions", pairs)),
        }
    }
}

impl StudyPlan {
    /// What was asked for, but for the components and interventions, of which [`family`](Self::family) is what came of them.
    fn asked(&self) -> StudyRequest {
        StudyRequest {
            task: self.study.clone(),
            players: self.players,
            bots: self.bots.specs().to_vec(),
            programs: self.programs.clone(),
            components: Vec::new(),
            interventions: Vec::new(),
            margin: self.margin,
            deals: self.deals,
            confirm: self.confirm,
            budget: self.budget,
            seed: self.seed,
        }
    }
}

impl Planned for StudyPlan {
    fn fields(&self) -> Vec<Field> {
        let family: Vec<String> = self.family.iter().map(ToString::to_string).collect();
        let mut fields = vec![
            Field::new("riverlab version", &self.context.version),
            Field::new("game", &self.context.game),
            Field::new("rules version", &self.context.rules_version),
            Field::new("rules", &self.context.rules_hash),
        ];
        fields.extend(Field::of_words(&self.asked().words()));
        let shard: Vec<Word> = self.shard.map(|shard| Word::new("shard", shard)).into_iter().collect();
        fields.extend(Field::of_words(&shard));
        fields.push(Field::new("--elements with --interventions", family.join(", ")));
        // Names have marks that follow from what programs say of themselves.
        fields.push(Field::new("bots", self.bots.names().join(" ")));
        fields.push(Field::new("weights", &self.context.weights));
        fields.push(Field::new("programs", &self.programs));
        fields
    }
}
