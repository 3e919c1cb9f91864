import { isList, isObject, type JsonObject, type JsonValue } from '../../../../domain/text/json.ts';
import type { SourceVariable } from '../../convert-variables.ts';
import { typeOf } from '../dotprompt/picoschema.ts';

/** The inputs of a prompt, according to its front matter. */
export interface PromptyInputs {
  /** Inputs that are texts or values. */
  readonly variables: readonly SourceVariable[];
  /** Lists of messages. */
  readonly threads: ReadonlySet<string>;
  /** The kinds of inputs that are images, files or audio. */
  readonly media: ReadonlyMap<string, string>;
  /** Values to try the prompt with. */
  readonly samples: JsonObject;
}

interface Input {
  readonly name: string;
  readonly path: string;
  readonly fields: JsonObject;
}

const MEDIA_KINDS = ['image', 'file', 'audio'];

/**
 * Reads `inputs` (an object in version 1; there or a list in version 2) or `inputSchema` (of early files of version 2).
 * A value instead of a declaration is a default.
 */
export function readPromptyInputs({ inputs, inputSchema }: JsonObject): PromptyInputs {
  const properties = isObject(inputSchema) ? inputSchema['properties'] : undefined;
  const all = [...listInputs(inputs, 'inputs'), ...listInputs(properties, 'inputSchema.properties')];
  const ofKind = (kinds: readonly string[]) => all.filter(({ fields }) => kinds.includes(kindOf(fields)));
  const others = all.filter(({ fields }) => !['thread', ...MEDIA_KINDS].includes(kindOf(fields)));
  return {
    variables: others.map(toVariable),
    threads: new Set(ofKind(['thread']).map(({ name }) => name)),
    media: new Map(ofKind(MEDIA_KINDS).map(({ name, fields }) => [name, kindOf(fields)])),
    samples: Object.fromEntries(all.flatMap(({ name, fields }) => sampleOf(fields).map((sample) => [name, sample]))),
  };
}

function listInputs(inputs: JsonValue | undefined, path: string): readonly Input[] {
  if (isList(inputs)) {
    return inputs.flatMap((fields, index) =>
      isObject(fields) && typeof fields['name'] === 'string'
        ? [{ name: fields['name'], path: `${path}.${index}`, fields }]
        : [],
    );
  }
  if (!isObject(inputs)) return [];
  return Object.entries(inputs).map(([name, input]) => ({
    name,
    path: `${path}.${name}`,
    fields: isObject(input) ? input : { default: input, type: typeOf(input) },
  }));
}

function toVariable({ name, path, fields }: Input): SourceVariable {
  const { required, is_required: isRequired, enum: values, enumValues, allowedValues } = fields;
  const flag = required ?? isRequired;
  const fallback = fields['default'];
  return {
    name,
    type: kindOf(fields) || (fallback === undefined || fallback === null ? undefined : typeOf(fallback)),
    ...(typeof flag === 'boolean' && { required: flag }),
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    enum: values ?? enumValues ?? allowedValues,
    description: fields['description'],
    path,
  };
}

function kindOf({ kind, type }: JsonObject): string {
  const text = kind ?? type;
  return typeof text === 'string' ? text.toLowerCase() : '';
}

function sampleOf({ sample, example }: JsonObject): readonly JsonValue[] {
  const value = sample ?? example;
  return value === undefined ? [] : [value];
}
