import { CONFIG_BYTES_MAX } from '../../domain/templates/prompt-content.ts';
import { isObject, type JsonObject, type JsonValue, jsonBytes } from '../../domain/text/json.ts';
import { dropSecrets } from './drop-secrets.ts';
import type { Loss } from './loss.ts';

/** The model settings of a source, as parsed from JSON or YAML. */
export interface SourceConfig {
  /** Names the key of everything unknown: `github` for `config.x_github`. */
  readonly source: string;
  readonly provider?: unknown;
  readonly model?: unknown;
  /** Parameters such as temperature: each becomes a key of its own. */
  readonly parameters?: unknown;
  /** Everything else that the source has: becomes `config.x_<source>`. */
  readonly unknown?: Readonly<Record<string, unknown>> | undefined;
}

export interface ConfigConversion {
  readonly config: JsonObject;
  /** The losses: dropped secrets (never with their value), and what does not fit into the limit. */
  readonly losses: readonly Loss[];
}

/** The config of a version: model and parameters side by side, and what only the source understands below one key. */
export function convertConfig({ source, provider, model, parameters, unknown }: SourceConfig): ConfigConversion {
  const hasParameters = isObject(parameters);
  const own = dropSecrets({ provider, model }, '');
  const flat = dropSecrets(hasParameters ? parameters : {}, '');
  const rest = dropSecrets({ ...(hasParameters ? {} : { parameters }), ...unknown }, '');
  const others = toObject(rest.value);
  const complete = {
    ...toObject(flat.value),
    ...toObject(own.value),
    ...(Object.keys(others).length > 0 ? { [unknownKey(source)]: others } : {}),
  };
  const { config, losses } = fitSize(complete, unknownKey(source));
  return { config, losses: [...own.losses, ...flat.losses, ...rest.losses, ...losses] };
}

const unknownKey = (source: string): string => `x_${source}`;

const toObject = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

/** Drops what only the source understands, then the largest values, until the rest fits. */
function fitSize(complete: JsonObject, dispensable: string): ConfigConversion {
  const sizes = new Map(Object.entries(complete).map(([key, value]) => [key, jsonBytes({ [key]: value })]));
  const order = [...sizes.keys()].sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
  const config: Record<string, JsonValue> = { ...complete };
  const losses: Loss[] = [];
  for (const key of [dispensable, ...order]) {
    if (jsonBytes(config) <= CONFIG_BYTES_MAX) break;
    if (!Object.hasOwn(config, key)) continue;
    delete config[key];
    losses.push({
      path: key,
      problem: `is not imported, because the config is larger than ${CONFIG_BYTES_MAX / 1024} KiB`,
    });
  }
  return { config, losses };
}
