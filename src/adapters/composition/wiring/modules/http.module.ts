import { ContainerModule } from 'inversify';
import type { HttpUseCases } from '../../../inbound/api/app.ts';
import { HttpService, type HttpServiceSettings } from '../../../inbound/api/http-service.ts';
import type { ConnectionSource } from '../../../inbound/http/server/connection-source.ts';
import type { RequestLogOutput } from '../../../inbound/http/server/request-log.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const apiUseCases = token<Omit<HttpUseCases, 'extensions'>>('ApiUseCases');

export const httpModule = (
  settings: HttpServiceSettings,
  connections: ConnectionSource,
  output: RequestLogOutput,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(apiUseCases).toResolvedValue(
      ...injectByName({
        signIn: tokens.signIn,
        authenticateKey: tokens.authenticateKey,
        rotatePresentedKey: tokens.rotatePresentedKey,
        listRotations: tokens.listRotations,
        signUp: tokens.signUp,
        checkReadiness: tokens.checkReadiness,
        prompts: tokens.promptUseCases,
        webhooks: tokens.webhookUseCases,
        tallyCalls: tokens.tallyCalls,
        summarizeUsage: tokens.summarizeUsage,
        listCallers: tokens.listCallers,
        readArrival: tokens.readArrival,
        followChanges: tokens.followChanges,
        listChanges: tokens.listChanges,
        events: tokens.eventUseCases,
      }),
    );
    bind(tokens.httpService).toResolvedValue(
      (useCases, clock, ...extensions) =>
        new HttpService({ ...useCases, extensions }, settings, connections, output, clock),
      [apiUseCases, tokens.clock, tokens.langfuse, tokens.litellm, tokens.langchain, tokens.mcp, tokens.dashboard],
    );
  });
