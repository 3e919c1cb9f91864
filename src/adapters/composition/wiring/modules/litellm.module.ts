import { ContainerModule } from 'inversify';
import { type LitellmUseCases, mountLitellm } from '../../../inbound/compatible/litellm/mount-litellm.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const useCases = token<LitellmUseCases>('LitellmUseCases');

export const litellmModule = new ContainerModule(({ bind }) => {
  bind(useCases).toResolvedValue(
    ...injectByName({ authenticateKey: tokens.authenticateKey, flattenPrompt: tokens.flattenPrompt }),
  );
  bind(tokens.litellm).toResolvedValue(mountLitellm, [useCases]);
});
