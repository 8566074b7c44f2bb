import { readFileSync } from 'node:fs'

/** One instruction of a Dockerfile, such as `RUN` and its command on one line, without flags such as `--mount`. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

const RUN_FLAGS = /^(?:--\S+ +)+/

/** The stages of a Dockerfile, each with the instructions after its `FROM`. */
export function stagesOf(path: string): readonly (readonly Instruction[])[] {
  const lines = readFileSync(path, 'utf8').replaceAll('\\\n', ' ').split('\n')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name, text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === undefined) continue
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, text: name === 'RUN' ? text.replace(RUN_FLAGS, '') : text })
  }
  return stages
}

/** The texts of all instructions of that name. */
export const textsOf = (stage: readonly Instruction[], name: string): readonly string[] =>
  stage.filter((each) => each.name === name).map(({ text }) => text)

/** The command of `ENTRYPOINT`, `CMD` or `HEALTHCHECK`, which is a list. */
export const commandOf = (stage: readonly Instruction[], name: string): readonly string[] =>
  JSON.parse(textsOf(stage, name)[0]?.replace(/^.*?(?=\[)/, '') ?? '[]') as string[]

/** The variables of all `ENV` instructions. */
export const variablesOf = (stage: readonly Instruction[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textsOf(stage, 'ENV')
      .flatMap((text) => text.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
