/** The areas of the API, in reading order. The documentation groups operations by them. */
export const API_AREAS = [
  { name: 'Keys and accounts', description: 'Obtain, check and reset the one key of an account.' },
  { name: 'Prompts', description: 'Create, find, read, change and render prompts.' },
  { name: 'Versions', description: 'Publish, read and compare the immutable versions of a prompt.' },
  {
    name: 'Labels',
    description:
      'Names such as `production` that point to a version. Applications read by label; moving it is a release. Protected labels are moved in the dashboard only.',
  },
  {
    name: 'Changes',
    description: 'What changed, when, and through which interface: for programs that follow an account.',
  },
  {
    name: 'Webhooks',
    description:
      'Deliver changes to an address of yours, signed as [Standard Webhooks](https://www.standardwebhooks.com) describe.',
  },
  { name: 'Export and import', description: 'Move all prompts of an account, with their history, to another one.' },
  { name: 'Statistics', description: 'How often the API was called, and prompts were read.' },
  { name: 'Callers', description: 'Which programs use the key, and which versions they were served.' },
  { name: 'Limits', description: 'What an account may store, and how much of it is used.' },
  { name: 'Service', description: 'Where to find this description, and probes for orchestrators.' },
] as const;

export type ApiArea = (typeof API_AREAS)[number]['name'];
