import type { VariableName } from '../../../src/domain/templates/variable-name.ts';
import type { VariableDeclaration } from '../../../src/domain/templates/variables.ts';

type Fields = Partial<Omit<VariableDeclaration, 'name'>>;

export const aDeclaration = (name: string, fields: Fields = {}): VariableDeclaration => ({
  name: name as VariableName,
  type: 'string',
  required: true,
  ...fields,
});
