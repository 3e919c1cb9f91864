import { openAccount, openFirstAccount, rotateKey } from './account-cases.ts';
import { crashAtEveryStep } from './every-step.suite.ts';

crashAtEveryStep([rotateKey, openAccount, openFirstAccount]);
