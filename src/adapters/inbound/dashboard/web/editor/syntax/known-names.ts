import { createContext } from 'react';
import type { VariableDeclaration } from '../../../../../../domain/templates/variables.ts';

/** Names that template editors offer as completions, beside the names in their own text. */
export interface KnownNames {
  readonly variables: readonly Pick<VariableDeclaration, 'name' | 'type'>[];
  /** Name of the prompt that is edited, which cannot include itself. */
  readonly promptName: string | undefined;
}

export const KnownNamesContext = createContext<KnownNames>({ variables: [], promptName: undefined });
