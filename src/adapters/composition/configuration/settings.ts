import { z } from 'zod';
import { invariant } from '../../../domain/invariant.ts';
import { masks, settingsSchema } from './schema.ts';

export type SettingKind = 'text' | 'number' | 'boolean' | 'list';

/** One leaf of the schema, with everything that documentation and `prompthold config` say about it. */
export interface Setting {
  /** The path as in messages and documentation: `http.publicUrl`. */
  readonly path: string;
  readonly keys: readonly string[];
  /** The environment variable, by the one naming rule: `PROMPTHOLD_HTTP_PUBLIC_URL`. */
  readonly environmentName: string;
  /** The variable that names a file with the value. Only secrets have one. */
  readonly fileVariable: string | undefined;
  readonly kind: SettingKind;
  /** Undefined when the setting may stay without a value. */
  readonly defaultValue: unknown;
  readonly meaning: string;
  readonly secret: boolean;
  readonly mask: ((value: string) => string) | undefined;
  readonly schema: z.core.$ZodType;
}

export const VARIABLE_PREFIX = 'PROMPTHOLD_';

/** Every setting there is, in the order of the schema. */
export const settings: readonly Setting[] = settingsWithin(settingsSchema, []);

function settingsWithin(section: z.ZodObject, parents: readonly string[]): Setting[] {
  return Object.entries(section.shape).flatMap(([key, schema]) => {
    const keys = [...parents, key];
    return schema instanceof z.ZodObject ? settingsWithin(schema, keys) : [settingOf(schema, keys)];
  });
}

function settingOf(schema: z.core.$ZodType, keys: readonly string[]): Setting {
  const path = keys.join('.');
  const meaning = z.globalRegistry.get(schema)?.description;
  invariant(meaning !== undefined, `the setting ${path} says what it means`);
  const mask = masks.get(schema)?.mask;
  const environmentName = environmentNameOf(keys);
  return {
    path,
    keys,
    environmentName,
    fileVariable: mask ? `${environmentName}_FILE` : undefined,
    kind: kindOf(schema),
    defaultValue: schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined,
    meaning,
    secret: mask !== undefined,
    mask,
    schema,
  };
}

function environmentNameOf(keys: readonly string[]): string {
  const parts = keys.map((key) => key.replace(/[A-Z]/g, '_$&').toUpperCase());
  return VARIABLE_PREFIX + parts.join('_');
}

function kindOf(schema: z.core.$ZodType): SettingKind {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return kindOf(schema.unwrap());
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  return schema instanceof z.ZodArray ? 'list' : 'text';
}
