import { CONDITIONAL_TESTS } from './conditional-tests.ts'
import { type Check, isTest, isTypeScript } from './source-file.ts'
import { findIn, isReference, nameOf, type PlacedNode } from './syntax.ts'

/** Checks that read the syntax tree, so that comments and strings cannot mislead them. */

const isSource = (path: string): boolean => isTypeScript(path) && !isTest(path)
const isEngine = (path: string): boolean => path.startsWith('packages/engine/src/')
const CONTEXT =
  /^packages\/server\/src\/(?:kernel|identity|ledger|people|booking|stays|external-calendars|payments|delivery|ops)\/(?!http\/)/
const isUseCase = (path: string): boolean => CONTEXT.test(path)
const isServer = (path: string): boolean => path.startsWith('packages/server/src/')
const isHttp = (path: string): boolean =>
  /^packages\/server\/src\/(?:[^/]+\/http\/|composition\/http\/)/.test(path)

/** `Math.random` for such a member, computed or not; undefined for anything else. */
function memberName({ node }: PlacedNode): string | undefined {
  if (node.type === 'TsQualifiedName') return `${nameOf(node.left)}.${nameOf(node.right)}`
  if (node.type !== 'MemberExpression') return undefined
  return `${nameOf(node.object)}.${nameOf(node.property)}`
}

const AMBIENT_MEMBERS: ReadonlySet<string> = new Set(['Math.random', 'Temporal.Now'])
const AMBIENT_NAMES: ReadonlySet<string> = new Set([
  'process',
  'console',
  'fetch',
  'crypto',
  'performance',
  'globalThis',
])

const AMBIENT_WORD =
  /\b(?:Date|random|Temporal|process|console|fetch|crypto|performance|globalThis)\b/

const ambient = (placed: PlacedNode): string | undefined => {
  const member = memberName(placed)
  if (member !== undefined && AMBIENT_MEMBERS.has(member)) return member
  if (!isReference(placed)) return undefined
  const name = nameOf(placed.node)
  return name !== undefined && AMBIENT_NAMES.has(name) ? name : undefined
}

const engineIsPure: Check = {
  name: 'engine-is-pure',
  applies: (path) => isSource(path) && isEngine(path),
  find: (file) =>
    findIn(file, AMBIENT_WORD, (placed) => {
      const isDate = isReference(placed) && nameOf(placed.node) === 'Date'
      const name = isDate ? 'Date' : ambient(placed)
      return name && `${name}: the engine is given its time, its chance and its input`
    }),
}

const readsTheClock = (placed: PlacedNode): string | undefined => {
  if (memberName(placed) === 'Date.now') return 'Date.now'
  const { node } = placed
  if (node.type !== 'NewExpression' || nameOf(node.callee) !== 'Date') return undefined
  return Array.isArray(node.arguments) && node.arguments.length > 0 ? undefined : 'new Date()'
}

const useCasesAskTheirPorts: Check = {
  name: 'use-cases-ask-their-ports',
  applies: (path) => isSource(path) && isUseCase(path),
  find: (file) =>
    findIn(file, AMBIENT_WORD, (placed) => {
      const name = readsTheClock(placed) ?? ambient(placed)
      return name && `${name}: use cases reach clock, chance and the world through ports`
    }),
}

/** The key file of each context. */
const KEYS_FILE =
  /^packages\/server\/src\/(?:kernel|identity|ledger|people|booking|stays|external-calendars|payments|delivery)\/keys\.ts$/

/** `PROVIDER#…` in a text, or a `#` right after a value in a template. */
const buildsKey = ({ node, parent }: PlacedNode, path: string): boolean => {
  if (node.type === 'StringLiteral') return /[A-Z0-9]#/.test(String(node.value))
  if (node.type !== 'TemplateElement') return false
  const text = String(node.raw)
  if (/[A-Z]#/.test(text)) return true
  // In a page or a link, `${page}#part` is a fragment.
  const isFirst = Array.isArray(parent?.quasis) && parent.quasis[0] === node
  return text.startsWith('#') && !isFirst && !isHttp(path)
}

const keysInKeyFiles: Check = {
  name: 'keys-in-key-files',
  applies: (path) => isSource(path) && isServer(path) && !KEYS_FILE.test(path),
  find: (file) =>
    findIn(file, /#/, (placed) =>
      buildsKey(placed, file.path)
        ? "keys of items are built in their context's keys.ts alone"
        : undefined,
    ),
}

const noInlineImportType: Check = {
  name: 'no-inline-import-type',
  applies: isTypeScript,
  find: (file) =>
    findIn(file, /\bimport\s*\(/, ({ node }) =>
      node.type === 'TsImportType'
        ? "import('…') as a type hides from the dependency rules: use import type"
        : undefined,
    ),
}

const CONTRACTS = '@holdfast/contracts'

const importsValue = ({ node }: PlacedNode): boolean =>
  (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') &&
  node.typeOnly !== true &&
  Reflect.get(Object(node.source), 'value') === CONTRACTS

const webTakesTypesOfContracts: Check = {
  name: 'web-takes-types-of-contracts',
  applies: (path) => path.startsWith('packages/web/src/') && isSource(path),
  find: (file) =>
    findIn(file, /@holdfast\/contracts/, (placed) =>
      importsValue(placed)
        ? 'a schema in a page is weight that every reader loads: use import type'
        : undefined,
    ),
}

const SWITCHES: ReadonlySet<string> = new Set(['only', 'skip', 'todo', 'skipIf', 'runIf', 'fails'])
/** A member of that name, read or written: `.only`, `['only']`, `only:`. */
const SWITCH_WORD =
  /[.'"`]\s*(?:only|skip|todo|skipIf|runIf|fails)\b|\b(?:only|skip|todo|fails)\b['"]?\s*:/

const isSwitchedOption = ({ node }: PlacedNode): boolean =>
  node.type === 'KeyValueProperty' &&
  SWITCHES.has(nameOf(node.key) ?? '') &&
  Reflect.get(Object(node.value), 'value') === true

const everyTestRuns: Check = {
  name: 'every-test-runs',
  applies: (path) => isTypeScript(path) && isTest(path) && !Object.hasOwn(CONDITIONAL_TESTS, path),
  find: (file) =>
    findIn(file, SWITCH_WORD, (placed) => {
      const { node } = placed
      const isSwitch = node.type === 'MemberExpression' && SWITCHES.has(nameOf(node.property) ?? '')
      return isSwitch || isSwitchedOption(placed)
        ? 'a test that does not run protects nothing'
        : undefined
    }),
}

const KERNEL = 'packages/server/src/kernel/'

/** Where the kernel names what contexts have: one list each, which all of them add to. */
const LISTS_OF_NAMES: ReadonlySet<string> = new Set(
  [
    // Who may use which operation.
    'access/policy.ts',
    'http/authorize.ts',
    // The names of all events, tags, paths, members of problems, queues and reserved slugs.
    'events/event.ts',
    'http/openapi-tags.ts',
    'http/paths.ts',
    'http/problem.ts',
    'keys.ts',
    'reserved-slugs.ts',
    // A manage token is that of a booking, a group, an entry or a stay.
    'http/auth.ts',
    'http/context.ts',
    'http/openapi.ts',
  ].map((path) => KERNEL + path),
)

const PRODUCT_WORD =
  /(?<![a-z])(?:stay|night|payment|refund|waitlist|wait list|seat|rate ?plan|event[ _]?type)|Stay|Night|Payment|Refund|Waitlist|Seat|RatePlan|EventType/

const isKernel = (path: string): boolean =>
  path.startsWith(KERNEL) &&
  // The fields of a booking, which events carry through all contexts.
  !path.startsWith(`${KERNEL}booking-fields/`) &&
  !LISTS_OF_NAMES.has(path)

const kernelKnowsNoProduct: Check = {
  name: 'kernel-knows-no-product',
  applies: (path) => isSource(path) && isKernel(path),
  find: (file) =>
    findIn(file, PRODUCT_WORD, ({ node }) => {
      const text = node.type === 'TemplateElement' ? String(node.raw) : nameOf(node)
      return text !== undefined && PRODUCT_WORD.test(text)
        ? `${text}: the kernel serves every context; what is about one of them lies there`
        : undefined
    }),
}

export const CODE_CHECKS: readonly Check[] = [
  kernelKnowsNoProduct,
  engineIsPure,
  useCasesAskTheirPorts,
  keysInKeyFiles,
  noInlineImportType,
  webTakesTypesOfContracts,
  everyTestRuns,
]
