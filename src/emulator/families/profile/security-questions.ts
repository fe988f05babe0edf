/** Security questions, by which staff recognizes users who lost all other factors. */
import type {FieldErrors} from '../../engine/http/refusal.ts';

export const securityQuestions: readonly {readonly id: number; readonly question: string}[] = [
  'In which street did you live as a child?',
  'What was the name of your first pet?',
  'What was the first record that you bought?',
  'Which teacher do you remember best?',
  'In which city did your parents meet?',
  'What was your first computer?',
  'Which dish do you cook best?',
  'Where did you spend your first holidays without your parents?',
  'What was the name of your best friend at school?',
  'Which book have you read more than twice?',
].map((question, index) => ({id: index + 1, question}));

interface AnswerInput {
  readonly question_id?: number;
  readonly response?: string;
}

/** Requires exactly three answers to three different questions. */
export function questionErrors(fieldErrors: FieldErrors, answers: readonly AnswerInput[]): void {
  fieldErrors.addIf(answers.length !== 3, 'must hold exactly three answers', 'security_questions');
  for (const [index, {question_id, response}] of answers.entries()) {
    const field = (name: string) => `security_questions.${index}.${name}`;
    const isKnown = securityQuestions.some(({id}) => id === question_id);
    fieldErrors.addIf(!isKnown, question_id === undefined ? 'is required' : 'is not a question', field('question_id'));
    fieldErrors.addIf(response === undefined, 'is required', field('response'));
    const before = answers.findIndex(other => other.question_id === question_id);
    fieldErrors.addIf(isKnown && before < index, 'is answered twice', field('question_id'));
  }
}
