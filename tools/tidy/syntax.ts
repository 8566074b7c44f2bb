import { parseSync } from '@swc/core'
import type { Finding, SourceFile } from './source-file.ts'

/** A node of the syntax tree: its kind, and whatever fields that kind has. */
export interface SyntaxNode {
  readonly type: string
  readonly [field: string]: unknown
}

/** A node with where it hangs: the node above, and in which of its fields. */
export interface PlacedNode {
  readonly node: SyntaxNode
  readonly parent: SyntaxNode | undefined
  readonly field: string
  /** Where it begins, in bytes of the file. */
  readonly byteOffset: number
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

const spanStart = (node: SyntaxNode): number | undefined => {
  const { span } = node
  if (typeof span !== 'object' || span === null) return undefined
  const start: unknown = Reflect.get(span, 'start')
  return typeof start === 'number' ? start : undefined
}

/**
 * Every node of a TypeScript file, each after the one that it hangs on. Comments are not in the
 * tree. Positions of swc count bytes, from wherever the file before it in the same process ended;
 * so a `;` is put in front, and the place of that first statement is the zero.
 */
function readNodes({ path, text }: SourceFile): readonly PlacedNode[] {
  const module = parseSync(`;${text.replace(/^#!/, '//')}`, {
    syntax: 'typescript',
    tsx: path.endsWith('.tsx'),
    decorators: true,
    target: 'es2024',
  })
  const zero = (module.body[0]?.span.start ?? 0) + 1
  const found: PlacedNode[] = []
  const visit = (value: unknown, parent: SyntaxNode | undefined, field: string, above: number) => {
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, parent, field, above)
    } else if (isNode(value)) {
      const start = spanStart(value) ?? above
      found.push({ node: value, parent, field, byteOffset: start - zero })
      for (const [name, child] of Object.entries(value)) {
        if (name !== 'span') visit(child, value, name, start)
      }
    } else if (typeof value === 'object' && value !== null) {
      // Wrappers without a kind, such as `{ spread, expression }` of an argument.
      for (const [name, child] of Object.entries(value)) visit(child, parent, name, above)
    }
  }
  visit(module.body.slice(1), undefined, 'body', zero)
  return found
}

// Several checks read the same file.
const nodesOfFile = new WeakMap<SourceFile, readonly PlacedNode[]>()

/** The syntax tree of a TypeScript file as a list; read once for each file. */
function placedNodes(file: SourceFile): readonly PlacedNode[] {
  const known = nodesOfFile.get(file)
  if (known !== undefined) return known
  const nodes = readNodes(file)
  nodesOfFile.set(file, nodes)
  return nodes
}

/** The line, counted from 1, of a place given in bytes. */
export const lineAt = (text: string, byteOffset: number): number =>
  Buffer.from(text).subarray(0, byteOffset).toString().split('\n').length

/** The name of an identifier, or the text of a string used as a computed member. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Identifier' || value.type === 'StringLiteral') return String(value.value)
  return value.type === 'Computed' ? nameOf(value.expression) : undefined
}

// Where an identifier is a label on something, not a use of the name.
const LABELS: ReadonlySet<string> = new Set([
  'MemberExpression.property',
  'TsQualifiedName.right',
  'KeyValueProperty.key',
  'KeyValuePatternProperty.key',
  'MethodProperty.key',
  'GetterProperty.key',
  'SetterProperty.key',
  'ClassMethod.key',
  'ClassProperty.key',
  'TsPropertySignature.key',
  'TsMethodSignature.key',
  'ImportSpecifier.imported',
  'ExportSpecifier.exported',
])

/** Whether the node is an identifier that stands for a value or a type. */
export const isReference = ({ node, parent, field }: PlacedNode): boolean =>
  node.type === 'Identifier' && !LABELS.has(`${parent?.type}.${field}`)

/**
 * What `describe` says of the nodes of a TypeScript file. Only a file with `word` is parsed, so `word` must match
 * wherever `describe` can find something.
 */
export const findIn = (
  file: SourceFile,
  word: RegExp,
  describe: (placed: PlacedNode) => string | undefined,
): readonly Finding[] =>
  word.test(file.text)
    ? placedNodes(file).flatMap((placed) => {
        const what = describe(placed)
        return what === undefined ? [] : [{ line: lineAt(file.text, placed.byteOffset), what }]
      })
    : []
