import { ContainerModule } from 'inversify';
import { type DashboardUseCases, mountDashboard } from '../../../inbound/dashboard/mount-dashboard.ts';
import { token } from '../tokens/token.ts';
import { tokens } from '../tokens/tokens.ts';
import { injectByName } from './inject-by-name.ts';

const useCases = token<DashboardUseCases>('DashboardUseCases');

export const dashboardModule = new ContainerModule(({ bind }) => {
  bind(useCases).toResolvedValue(
    ...injectByName({
      checkPassword: tokens.checkPassword,
      replaceLostKey: tokens.replaceLostKey,
      startSession: tokens.startSession,
      resumeSession: tokens.resumeSession,
      endSession: tokens.endSession,
      signUp: tokens.signUp,
      claimSetup: tokens.claimSetup,
      checkSetup: tokens.checkSetup,
      listSessions: tokens.listSessions,
      endOtherSessions: tokens.endOtherSessions,
      changeName: tokens.changeName,
      changePassword: tokens.changePassword,
      describeKey: tokens.describeKey,
      revealKey: tokens.revealKey,
      rotateOwnKey: tokens.rotateOwnKey,
      listRotations: tokens.listRotations,
      summarizeUsage: tokens.summarizeUsage,
      listCallers: tokens.listCallers,
      readArrival: tokens.readArrival,
      listRefusedCalls: tokens.listRefusedCalls,
      readPromptUsage: tokens.readPromptUsage,
      countPromptCalls: tokens.countPromptCalls,
      countPrompts: tokens.countPrompts,
      followChanges: tokens.followChanges,
      listChanges: tokens.listChanges,
      events: tokens.eventUseCases,
      prompts: tokens.promptUseCases,
      webhooks: tokens.webhookUseCases,
    }),
  );
  bind(tokens.dashboard).toResolvedValue(mountDashboard, [useCases]);
});
