/** A prompt as the service lists it with its content. */
export const aListedPrompt = (fields: object = {}) => ({
  id: 'p_1700000000000_abcdef',
  revision: 1,
  hash: `sha256:${'0'.repeat(64)}`,
  name: 'a',
  type: 'text',
  content: 'Hi',
  description: '',
  tags: [],
  labels: {},
  latestVersion: 1,
  version: 1,
  archived: false,
  variables: [],
  config: {},
  ...fields,
});
