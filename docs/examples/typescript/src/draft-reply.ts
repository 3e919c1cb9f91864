import OpenAI from 'openai';
import { prompts } from './prompts.ts';

export interface Enquiry {
  readonly customer: string;
  readonly message: string;
}

/** Used only if the service cannot be reached, and neither memory nor the snapshot has the prompt. */
const FALLBACK = {
  messages: [
    { role: 'system', content: 'You write {{tone}} replies to {{customer}}, a customer of a bookshop.' },
    { placeholder: 'conversation' },
  ],
  config: { model: 'gpt-5-mini' },
} as const;

const openai = new OpenAI();

/** Asks for the prompt every time: it comes from memory, and is current. */
export async function draftReply({ customer, message }: Enquiry) {
  const prompt = await prompts.get('support/reply', { fallback: FALLBACK });
  const conversation = [{ role: 'user', content: message }] as const;
  const completion = await openai.chat.completions.create(
    prompt.toOpenAI({ customer, tone: 'warm' }, { conversation }),
  );
  // Which version wrote a reply belongs into every log.
  return { reply: completion.choices[0]?.message.content ?? '', version: prompt.version, source: prompt.source };
}
