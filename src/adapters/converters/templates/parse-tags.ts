import { type ParsedTemplate, refuse, SectionBuilder } from './source-nodes.ts';
import type { SourceTag, TagScan } from './source-tokens.ts';
import { stripLines } from './strip-lines.ts';

/** Parses the tokens of a language in which a line may consist of one tag. A tag that is not added is refused. */
export function parseTags<Scope>(
  scan: TagScan,
  addTag: (tag: SourceTag, builder: SectionBuilder<Scope>) => boolean,
): ParsedTemplate {
  if (scan.kind === 'unclosed') return refuse(scan.tag);
  const builder = new SectionBuilder<Scope>();
  for (const token of stripLines(scan.tokens, 'one-tag')) {
    if (token.kind === 'text') builder.add(token);
    else if (!addTag(token, builder)) return refuse(token.origin);
  }
  if (builder.unclosed) return refuse(builder.unclosed);
  return { kind: 'parsed', nodes: builder.nodes, warnings: [] };
}
