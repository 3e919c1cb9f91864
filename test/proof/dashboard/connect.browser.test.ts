import { describeAddresses } from '../../adapters/dashboard/connect/connect-page.suite.ts';
import { onEveryDeployment } from '../../support/browser/on-every-deployment.ts';

onEveryDeployment('the connect page', describeAddresses);
