import { isProblem } from '../api.ts'

/** Error messages, by the path of the field: `title`, `requirements/0/name`. */
export type FieldErrors = Readonly<Record<string, string>>

/** The error of a value as a whole: none if a field in it has one, which shows there. */
export const errorOfWhole = (errors: FieldErrors, path: string): string | undefined =>
  Object.keys(errors).some((each) => each.startsWith(`${path}/`)) ? undefined : errors[path]

/**
 * The server's validation errors by their field. An error deep in a value is also that of the values around
 * it: one at `/availabilityRules/0/windows` is found under `availabilityRules`. The first error of a field wins.
 */
export function fieldErrors(
  error: unknown,
  inputMessage: (serverMessage: string) => string,
): FieldErrors {
  const found: Record<string, string> = {}
  if (!isProblem(error, 'validation_failed')) return found
  for (const { pointer, message } of error.problem.errors ?? []) {
    const parts = pointer.split('/').slice(1)
    for (const index of parts.keys()) {
      found[parts.slice(0, index + 1).join('/')] ??= inputMessage(message)
    }
  }
  return found
}
