import { ContainerModule } from 'inversify';
import { type McpUseCases, mountMcp } from '../../../inbound/mcp/mount-mcp.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const useCases = token<McpUseCases>('McpUseCases');

export const mcpModule = new ContainerModule(({ bind }) => {
  bind(useCases).toResolvedValue(
    ...injectByName({
      authenticateKey: tokens.authenticateKey,
      events: tokens.eventUseCases,
      log: tokens.log,
      listPrompts: tokens.listPrompts,
      readPrompt: tokens.readPrompt,
      renderPrompt: tokens.renderPrompt,
      putPrompt: tokens.putPrompt,
      moveLabel: tokens.moveLabel,
    }),
  );
  bind(tokens.mcp).toResolvedValue(mountMcp, [useCases]);
});
