import { ok, type Result, refuse } from '@holdfast/engine'
import { Liquid, LiquidError } from 'liquidjs'
import type { TemplateValues } from '../../delivery/ports/template-engine.ts'

/** The tags of templates, as the contract says. */
export const TEMPLATE_TAGS: readonly string[] = ['if', 'unless', 'case', 'comment']

/** The filters of templates, as the contract says. */
export const TEMPLATE_FILTERS: readonly string[] = [
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'replace',
]

/** The most characters of a template. */
const PARSE_CHARACTERS = 6000
// A busy machine may pause; without loops, the limit of memory is what stops a template.
const RENDER_MILLISECONDS = 2000
const MEMORY_UNITS = 200_000

/**
 * Templates come from accounts. They have no file system, no loops, no assignments and no output that
 * skips the escape, so a template can only show the values that it is given.
 */
const engine = createEngine()

function createEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    // So that an empty value counts as absent in `{% if note %}`.
    jsTruthy: true,
    strictFilters: true,
    // Otherwise it asks for that of the machine.
    locale: 'en',
    // Without this, `include` and `render` would read files, if their tags were not removed as well.
    templates: {},
    // The result is plain text; `htmlBody` escapes all of it. Here, only an absent value becomes empty.
    outputEscape: (value: unknown) => (value === undefined || value === null ? '' : String(value)),
    parseLimit: PARSE_CHARACTERS,
    renderLimit: RENDER_MILLISECONDS,
    memoryLimit: MEMORY_UNITS,
  })
  keepOnly(liquid.tags, TEMPLATE_TAGS)
  keepOnly(liquid.filters, TEMPLATE_FILTERS)
  return liquid
}

function keepOnly(registered: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(registered)) if (!names.includes(name)) delete registered[name]
}

/** As `TemplateEngine.fieldsRead`. */
export function fieldsRead(template: string): Result<readonly string[], string> {
  try {
    const paths = engine.globalVariableSegmentsSync(engine.parse(template))
    return ok(paths.map(pathText))
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

type Segments = ReturnType<Liquid['globalVariableSegmentsSync']>[number]

const pathText = (segments: Segments): string =>
  segments.map((segment) => (Array.isArray(segment) ? '[…]' : String(segment))).join('.')

/** As `TemplateEngine.fill`. */
export function fillTemplate(template: string, values: TemplateValues): Result<string, string> {
  try {
    return ok(engine.parseAndRenderSync(template, values))
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

/** The reason of an error, with its place. Any other error than one of the template is thrown again. */
function reasonOf(error: unknown): string {
  if (LiquidError.is(error)) return error.message
  // A limit is reported as a plain error.
  if (error instanceof Error) return error.message
  throw error
}
