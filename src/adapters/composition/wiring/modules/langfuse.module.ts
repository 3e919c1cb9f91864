import { ContainerModule } from 'inversify';
import { type LangfuseUseCases, mountLangfuse } from '../../../inbound/compatible/langfuse/mount-langfuse.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const useCases = token<LangfuseUseCases>('LangfuseUseCases');

export const langfuseModule = new ContainerModule(({ bind }) => {
  bind(useCases).toResolvedValue(
    ...injectByName({
      authenticateKey: tokens.authenticateKey,
      flattenPrompt: tokens.flattenPrompt,
      readPrompt: tokens.readPrompt,
      readPromptHead: tokens.readPromptHead,
      listNumberedPage: tokens.listNumberedPage,
      putPrompt: tokens.putPrompt,
      moveLabels: tokens.moveLabels,
      deletePrompt: tokens.deletePrompt,
    }),
  );
  bind(tokens.langfuse).toResolvedValue(mountLangfuse, [useCases]);
});
