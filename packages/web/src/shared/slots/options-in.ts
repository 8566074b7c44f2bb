import type { ChosenOptions } from './deciding-answers.ts'

/** The texts of the answers of a booking, as options would be. */
export const optionsIn = (
  answers: Readonly<Record<string, string | number | boolean | readonly string[]>>,
): ChosenOptions =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [
      id,
      typeof value === 'string' ? [value] : typeof value === 'object' ? value : [],
    ]),
  )
