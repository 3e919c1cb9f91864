import { isObject, type JsonObject } from '../../../../domain/text/json.ts';
import type { SourceConfig } from '../../convert-config.ts';
import { objectOf, textOf, without } from '../read-fields.ts';

/** Fields that become something else than settings. */
const OTHER_FIELDS = ['name', 'description', 'tags', 'model', 'inputs', 'inputSchema', 'template', 'sample'];

/** Fields of a connection that are imported, or that say nothing without the others. */
const CONNECTION_NAMES = ['azure_deployment', 'name', 'model', 'type', 'kind'];

/**
 * The model and its settings. What version 1 calls `configuration` and version 2 `connection` holds addresses and keys:
 * only the names of the model and of its provider are taken from it, and the rest is dropped.
 */
export function readPromptyConfig(fields: JsonObject, samples: JsonObject): Omit<SourceConfig, 'source'> {
  const model = objectOf(fields['model']);
  const { configuration, connection, options, parameters } = model;
  const settings = { ...objectOf(connection), ...objectOf(configuration) };
  const named = textOf(fields['model']) ?? textOf(model['id']);
  const known = ['id', 'provider', 'configuration', 'connection', 'options', 'parameters'];
  return {
    model: named ?? settings['azure_deployment'] ?? settings['name'] ?? settings['model'],
    provider: model['provider'] ?? settings['type'],
    parameters: { ...objectOf(parameters), ...objectOf(options) },
    unknown: {
      ...without(fields, OTHER_FIELDS),
      ...without(model, known),
      ...readSamples(fields, samples),
    },
  };
}

/** The paths of connections of which something is dropped. */
export function listConnections({ model }: JsonObject): readonly string[] {
  const settings = objectOf(model);
  return ['configuration', 'connection']
    .filter((key) => Object.keys(without(objectOf(settings[key]), CONNECTION_NAMES)).length > 0)
    .map((key) => `model.${key}`);
}

/** Values to try a prompt with: below each input, or all in one place. */
function readSamples({ sample }: JsonObject, samples: JsonObject): JsonObject {
  const all = sample === undefined || isObject(sample) ? { ...samples, ...objectOf(sample) } : sample;
  return isObject(all) && Object.keys(all).length === 0 ? {} : { sample: all };
}
