import { ContainerModule } from 'inversify';
import { FindVersionByHash } from '../../../../application/prompts/versions/find-version-by-hash.ts';
import { type LangchainUseCases, mountLangchain } from '../../../inbound/compatible/langchain/mount-langchain.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const findVersionByHash = token<FindVersionByHash>('FindVersionByHash');
const useCases = token<LangchainUseCases>('LangchainUseCases');

export const langchainModule = new ContainerModule(({ bind }) => {
  bind(findVersionByHash).toResolvedValue((reader) => new FindVersionByHash(reader), [tokens.promptReader]);
  bind(useCases).toResolvedValue(
    ...injectByName({
      authenticateKey: tokens.authenticateKey,
      flattenPrompt: tokens.flattenPrompt,
      findVersionByHash,
    }),
  );
  bind(tokens.langchain).toResolvedValue(mountLangchain, [useCases]);
});
