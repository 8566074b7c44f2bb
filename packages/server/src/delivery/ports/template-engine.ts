import type { Result } from '@holdfast/engine'

/** Values by name, as templates show them: texts, and groups of texts. */
export type TemplateValues = {
  readonly [name: string]: string | { readonly [name: string]: string }
}

/** Fills templates that accounts wrote. They can show the values that they are given, and nothing else. */
export interface TemplateEngine {
  /**
   * The fields that a template reads, as paths such as `booker.name`. A path that is not known before the
   * template runs contains `[…]`. Refused with a sentence if the template does not parse.
   */
  fieldsRead(template: string): Promise<Result<readonly string[], string>>
  /** The template with its values, unescaped. Refused with a sentence if it does not parse or exceeds a limit. */
  fill(template: string, values: TemplateValues): Promise<Result<string, string>>
}
