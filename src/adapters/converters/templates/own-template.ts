import { printVersionSelector } from '../../../domain/naming/version-selector.ts';
import { type TagToken, tokenize } from '../../../domain/templates/template-tokens.ts';
import { type ParsedTemplate, refuse, SectionBuilder } from './source-nodes.ts';
import { TokenList } from './source-tokens.ts';

/** Parses a template that was written for Prompthold, such as one that its Langfuse API returned. It stays as it is. */
export function parseOwn(text: string, firstLine: number): ParsedTemplate {
  const lines = new TokenList(text, firstLine);
  const builder = new SectionBuilder<never>();
  for (const token of tokenize(text)) {
    if (token.kind === 'text') {
      builder.add({ kind: 'text', text: token.text });
      continue;
    }
    const origin = lines.describe(token.offset, token.offset + token.source.length);
    if (!addTag(token, origin, builder)) return refuse(origin);
  }
  if (builder.unclosed) return refuse(builder.unclosed);
  return { kind: 'parsed', nodes: builder.nodes, warnings: [] };
}

/** False for a section that is nested too deeply, or closed without being open. */
function addTag(token: TagToken, origin: ReturnType<TokenList['describe']>, builder: SectionBuilder<never>): boolean {
  const { source } = token;
  switch (token.kind) {
    case 'open': {
      const { name, inverted } = token;
      return builder.open({ keyword: name, name, inverted, use: 'own', origin, opening: source });
    }
    case 'close':
      return builder.close(token.name, source);
    case 'include': {
      const { name, selector } = token.target;
      const reference = { name, selector: selector && printVersionSelector(selector) };
      builder.add({ kind: 'include', reference, origin, source });
      return true;
    }
    default:
      builder.add({ ...token, origin, source });
      return true;
  }
}
