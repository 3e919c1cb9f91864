import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const CLASS_NAMES = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/;

/**
 * Adds to each Mantine component the import of its styles, so that the page gets those of the components in use only:
 * the style sheet of all components is more than twice as large.
 */
export function componentStyles(stylesFolder: string): Plugin {
  return {
    name: 'component-styles',
    transform: {
      filter: { id: CLASS_NAMES },
      handler(code, id) {
        const styles = `${CLASS_NAMES.exec(id)?.[1]}.layer.css`;
        if (!existsSync(join(stylesFolder, styles))) return this.error(`no styles for ${id}`);
        return { code: `import '@mantine/core/styles/${styles}';\n${code}`, map: null };
      },
    },
  };
}
