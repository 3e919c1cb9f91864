export const VALUES = {
  name: 'Ada Lovelace',
  items: [
    { title: 'Notes', price: 12 },
    { title: 'Sketches', price: 30 },
    { title: 'Letters', price: 7 },
  ],
  tone: 'warm',
};

const BYTES = 1024;
const TAGS =
  'Dear {{name}}, your order: {{#items}}{{.title}} for {{.price}} euros, {{/items}}written in a {{tone}} tone. ';
const TEXT = 'Be brief, and promise nothing that the policy does not allow. ';

/** 1 KiB with plain variables, a section over a list, and text, as prompts have them. */
export const aTemplate = (): string => (TAGS + TEXT.repeat(20)).slice(0, BYTES);
