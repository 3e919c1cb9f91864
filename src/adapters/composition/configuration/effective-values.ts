import type { EffectiveSetting } from '../../inbound/cli/host/command-services.ts';
import type { LoadedConfiguration } from './configuration.ts';
import { settings } from './settings.ts';

/** Every setting in the order of the schema, fit to be shown to anyone. */
export function effectiveValues({ configuration, origins }: LoadedConfiguration): EffectiveSetting[] {
  return settings.map(({ path, keys, mask }) => {
    const value = valueAt(configuration, keys) ?? null;
    return {
      path,
      value: mask && typeof value === 'string' ? mask(value) : value,
      origin: origins.get(path) ?? 'default',
    };
  });
}

function valueAt(tree: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (branch, key) => (typeof branch === 'object' && branch !== null ? Reflect.get(branch, key) : undefined),
    tree,
  );
}
