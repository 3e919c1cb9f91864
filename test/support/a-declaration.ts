import type { VariableName } from '../../src/domain/variable-name.ts';
import type { VariableDeclaration } from '../../src/domain/variables.ts';

type Fields = Partial<Omit<VariableDeclaration, 'name'>>;

export const aDeclaration = (name: string, fields: Fields = {}): VariableDeclaration => ({
  name: name as VariableName,
  type: 'string',
  required: true,
  ...fields,
});
