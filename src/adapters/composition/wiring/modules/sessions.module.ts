import { ContainerModule } from 'inversify';
import { ChangePassword } from '../../../../application/accounts/change-password.ts';
import { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.ts';
import { EndSession } from '../../../../application/sessions/end-session.ts';
import { ListSessions } from '../../../../application/sessions/list-sessions.ts';
import { ResumeSession } from '../../../../application/sessions/resume-session.ts';
import { StartSession } from '../../../../application/sessions/start-session.ts';
import { tokens } from '../tokens/tokens.ts';

const { sessionStore, sessionSecrets, clock } = tokens;

/** Builds the use cases about sessions, and the one that ends and begins them. */
export const sessionsModule = new ContainerModule(({ bind }) => {
  bind(tokens.startSession).toResolvedValue(
    (...ports) => new StartSession(...ports),
    [sessionStore, sessionSecrets, clock, tokens.entropy],
  );
  bind(tokens.resumeSession).toResolvedValue(
    (...ports) => new ResumeSession(...ports),
    [sessionStore, sessionSecrets, clock],
  );
  bind(tokens.endSession).toResolvedValue((sessions) => new EndSession(sessions), [sessionStore]);
  bind(tokens.endOtherSessions).toResolvedValue((sessions) => new EndOtherSessions(sessions), [sessionStore]);
  bind(tokens.listSessions).toResolvedValue((...ports) => new ListSessions(...ports), [sessionStore, clock]);
  bind(tokens.changePassword).toResolvedValue(
    (...parts) => new ChangePassword(...parts),
    [tokens.accountRepository, tokens.checkPassword, tokens.passwordHashing, tokens.signInGate, tokens.startSession],
  );
});
