import { describe, expect, it } from 'vitest';
import {
  namesIn,
  openSections,
  readOpenTag,
} from '../../../../src/adapters/inbound/dashboard/web/editor/syntax/open-tag.ts';

describe('the tag that is being typed', () => {
  it('is recognized by its sign and the beginning of its name', () => {
    expect(readOpenTag('Hello {{')).toEqual({ sign: '', typed: '' });
    expect(readOpenTag('{{a}} {{ user.na')).toEqual({ sign: '', typed: 'user.na' });
    expect(readOpenTag('{"user": {{us')).toEqual({ sign: '', typed: 'us' });
    expect(readOpenTag('{{#it')).toEqual({ sign: '#', typed: 'it' });
    expect(readOpenTag('{{/ ')).toEqual({ sign: '/', typed: '' });
    expect(readOpenTag('{{> support/si')).toEqual({ sign: '>', typed: 'support/si' });
    expect(readOpenTag('{{>tone@pro')).toEqual({ sign: '>', typed: 'tone@pro' });
  });

  it('is not one that is closed, escaped or cannot become a tag', () => {
    for (const line of ['', 'Hello', '{{a}}', '{{a}} b', '{', '\\{{us', '\\\\\\{{us', '{{user name', '{{"a": 1']) {
      expect(readOpenTag(line), line).toBeUndefined();
    }
    expect(readOpenTag('\\\\{{us')).toEqual({ sign: '', typed: 'us' });
  });

  it('may close every open section, the innermost one first', () => {
    expect(openSections('{{#a}} {{^b}} {{#c}}{{/c}} {{x}} ')).toEqual(['b', 'a']);
    expect(openSections('{{#a}}{{#b}}{{/a}}{{/c}}')).toEqual([]);
  });

  it('may name every variable of the text, with the members that the text reads', () => {
    expect([...namesIn('{{a}} {{#b}}{{.x}}{{/b}} {{user.name}} {{> tone}} \\{{c}}')]).toEqual([
      'a',
      'b',
      'user',
      'user.name',
    ]);
  });
});
