import { openAccount, openFirstAccount, rotateKey } from './account-cases.ts';
import { endAtEveryStep } from './every-step.suite.ts';

endAtEveryStep([rotateKey, openAccount, openFirstAccount]);
