import type { NearTagProblem } from '../../domain/templates/near-tags.ts';

const DESCRIPTIONS: Readonly<Record<NearTagProblem, string>> = {
  unclosed: 'the second closing brace is missing',
  filter: 'filters are not supported',
  helper: 'helpers are not supported; a section is {{#name}}…{{/name}}',
  'section-path': 'a section takes a variable without a dot',
  include: 'no prompt can have this name',
  comment: 'comments are not supported',
  space: 'names have no spaces',
  name: 'names have only letters a to z, digits and _',
};

/** Why this is plain text, without a capital letter or a full stop. */
export const describeNearTag = (problem: NearTagProblem): string => DESCRIPTIONS[problem];
