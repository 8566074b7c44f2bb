import type { SampleRequest } from './sample-request.ts'

/** A value as TypeScript, as its formatter would write it. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value)
    return value.includes("'") ? text : `'${text.slice(1, -1).replaceAll('\\"', '"')}'`
  }
  if (value === null || typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, inner))
    : Object.entries(value).map(([name, each]) => `${key(name)}: ${literal(each, inner)}`)
  if (entries.length === 0) return `${open}${close}`
  const line = Array.isArray(value) ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`
}

const key = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name))

const isEmpty = (object: object): boolean => Object.keys(object).length === 0

/** The values of parameters, numbers as numbers. */
const typed = (
  values: Readonly<Record<string, string>>,
  numeric: ReadonlySet<string>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      numeric.has(name) ? Number(value) : value,
    ]),
  )

/**
 * The request with the typed client, which is `holdfast` in the sample. `numeric` names the parameters that are
 * numbers, `lists` those that are lists.
 */
export function typescriptSample(
  request: SampleRequest,
  {
    numeric,
    lists,
  }: { readonly numeric: ReadonlySet<string>; readonly lists: ReadonlySet<string> },
): string {
  const { method, template, pathParameters, query, headers, body, file } = request
  if (request.isStream) {
    return `for await (const { position, event } of followEvents({ baseUrl, apiKey })) {
  console.log(position, event.type)
}`
  }
  const params = {
    ...(!isEmpty(pathParameters) && { path: typed(pathParameters, numeric) }),
    ...(!isEmpty(query) && {
      query: Object.fromEntries(
        Object.entries(typed(query, numeric)).map(([name, value]) => [
          name,
          lists.has(name) ? [value] : value,
        ]),
      ),
    }),
    ...(!isEmpty(headers) && { header: headers }),
  }
  const options = [
    ...(isEmpty(params) ? [] : [`params: ${literal(params, '    ')}`]),
    ...(body === undefined ? [] : [`body: ${literal(body, '    ')}`]),
    ...(file === undefined
      ? []
      : [
          `body: ${JSON.stringify(file.text)}`,
          'bodySerializer: (text) => text',
          `headers: { 'Content-Type': '${file.mediaType}' }`,
        ]),
    ...(request.answersJson ? [] : ["parseAs: 'text'"]),
  ]
  const after =
    options.length === 0 ? '' : `, {\n${options.map((each) => `    ${each},\n`).join('')}  }`
  return `const answer = await unwrap(
  holdfast.${method}('${template}'${after}),
)`
}
