import { openAccount, openFirstAccount, rotateKey } from './failpoints/account-cases.ts';
import { endAtEveryStep } from './failpoints/every-step.suite.ts';

endAtEveryStep([rotateKey, openAccount, openFirstAccount]);
