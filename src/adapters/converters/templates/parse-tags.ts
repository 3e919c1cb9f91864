import { type ParsedTemplate, refuse, SectionBuilder, type SourceWarning } from './source-nodes.ts';
import type { SourceTag, TagScan } from './source-tokens.ts';
import { type LineRule, stripLines } from './strip-lines.ts';

/** False for a tag that cannot be converted; a warning for one that may mean something else here. */
export type TagOutcome = boolean | SourceWarning;

/** Parses the tokens of a language in which a line may consist of tags. A tag that cannot be converted is refused. */
export function parseTags<Scope>(
  scan: TagScan,
  addTag: (tag: SourceTag, builder: SectionBuilder<Scope>) => TagOutcome,
  rule: LineRule = 'one-tag',
): ParsedTemplate {
  if (scan.kind === 'unclosed') return refuse(scan.tag);
  const builder = new SectionBuilder<Scope>();
  const warnings: SourceWarning[] = [];
  for (const token of stripLines(scan.tokens, rule)) {
    if (token.kind === 'text') {
      builder.add(token);
      continue;
    }
    const outcome = addTag(token, builder);
    if (outcome === false) return refuse(token.origin);
    if (outcome !== true) warnings.push(outcome);
  }
  if (builder.unclosed) return refuse(builder.unclosed);
  return { kind: 'parsed', nodes: builder.nodes, warnings };
}
