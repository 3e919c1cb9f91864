/** Prompts that a team might have. The newest version of each comes last. */
export interface ExamplePrompt {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** As the API accepts them: a text, or the messages of a chat. */
  readonly versions: readonly ExampleVersion[];
  /** The version that each label points to. */
  readonly labels?: Readonly<Record<string, number>>;
  /** Days since the last change. */
  readonly daysAgo: number;
}

interface ExampleVersion {
  readonly content?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

const MODEL = { model: 'large-2', temperature: 0.3 };

export const EXAMPLE_PROMPTS: readonly ExamplePrompt[] = [
  {
    name: 'support/answer-ticket',
    description: 'Drafts the first answer to a support ticket.',
    tags: ['support', 'customer-facing'],
    daysAgo: 0,
    labels: { production: 3, staging: 4 },
    versions: [
      { content: 'Answer this ticket:\n\n{{ticket}}', config: MODEL, message: 'First try' },
      {
        content: 'You work for {{company}}. Answer this ticket:\n\n{{ticket}}',
        config: MODEL,
        message: 'Says who we are',
      },
      {
        content:
          'You work in the support team of {{company}}.\n\nAnswer the ticket below in {{language}}. Be brief and kind.\n{{#history}}\nEarlier messages:\n{{history}}\n{{/history}}\n\nTicket:\n{{ticket}}',
        config: MODEL,
        message: 'Earlier messages, language',
      },
      {
        content:
          'You work in the support team of {{company}}.\n\nAnswer the ticket below in {{language}}. Be brief and kind, and never promise a date.\n{{#history}}\nEarlier messages:\n{{history}}\n{{/history}}\n\nTicket:\n{{ticket}}\n\nSign as {{agent}}.',
        config: { ...MODEL, temperature: 0.2 },
        message: 'No promises, and a signature',
      },
    ],
  },
  {
    name: 'support/classify-ticket',
    description: 'Sorts tickets by topic and urgency.',
    tags: ['support', 'json'],
    daysAgo: 2,
    labels: { production: 2 },
    versions: [
      { content: 'Topic of this ticket?\n\n{{ticket}}', message: 'First try' },
      {
        content: 'Answer as JSON: {"topic": "…", "urgent": true|false}\n\nTicket:\n{{ticket}}',
        config: { model: 'small-2', temperature: 0 },
        message: 'JSON for the queue',
      },
    ],
  },
  {
    name: 'support/assistant',
    description: 'The chat on the help pages.',
    tags: ['support', 'chat'],
    daysAgo: 4,
    labels: { production: 1 },
    versions: [
      {
        messages: [
          {
            role: 'system',
            content: 'You are the assistant of {{company}}. Answer from the articles only:\n{{articles}}',
          },
          { role: 'user', content: '{{question}}' },
        ],
        config: MODEL,
      },
    ],
  },
  {
    name: 'marketing/newsletter',
    description: 'Turns release notes into the monthly letter.',
    tags: ['marketing', 'customer-facing'],
    daysAgo: 1,
    labels: { production: 1, staging: 2 },
    versions: [
      { content: 'Write a newsletter about:\n{{notes}}' },
      { content: 'Write a newsletter for {{audience}} about:\n{{notes}}', message: 'For whom' },
    ],
  },
  {
    name: 'marketing/product-description',
    description: 'Two paragraphs for the shop.',
    tags: ['marketing'],
    daysAgo: 9,
    labels: { production: 1 },
    versions: [{ content: 'Describe {{product}} in two paragraphs. Facts:\n{{#facts}}- {{.}}\n{{/facts}}' }],
  },
  {
    name: 'marketing/subject-lines',
    description: 'Ten subject lines to choose from.',
    tags: ['marketing', 'json'],
    daysAgo: 12,
    versions: [{ content: 'Ten subject lines for:\n{{letter}}' }],
  },
  {
    name: 'engineering/summarize-diff',
    description: 'What a change does, for the release notes.',
    tags: ['engineering'],
    daysAgo: 3,
    labels: { production: 1 },
    versions: [{ content: 'Summarize this diff for users of {{project}}:\n\n{{diff}}' }],
  },
  {
    name: 'engineering/review-checklist',
    description: 'Questions to ask of a change.',
    tags: ['engineering'],
    daysAgo: 21,
    versions: [{ content: 'What should a reviewer of this change look at?\n\n{{diff}}' }],
  },
  {
    name: 'search/rewrite-query',
    description: 'Makes a question fit for the index.',
    tags: ['search', 'json'],
    daysAgo: 6,
    labels: { production: 1 },
    versions: [{ content: 'Rewrite as keywords:\n{{question}}', config: { model: 'small-2', temperature: 0 } }],
  },
  {
    name: 'search/rank-results',
    description: 'Orders what was found by how well it answers.',
    tags: ['search'],
    daysAgo: 6,
    versions: [{ content: 'Question: {{question}}\n{{#results}}* {{.title}}\n{{/results}}' }],
  },
  {
    name: 'tone-of-voice',
    description: 'How we write. Included by others.',
    tags: ['shared-text'],
    daysAgo: 30,
    labels: { production: 1 },
    versions: [{ content: 'Short sentences. No jargon. Say "you".' }],
  },
  {
    name: 'translate',
    description: 'One text into another language.',
    tags: ['shared-text'],
    daysAgo: 15,
    labels: { production: 1 },
    versions: [{ content: 'Translate into {{language}}, keeping placeholders:\n\n{{text}}' }],
  },
];
