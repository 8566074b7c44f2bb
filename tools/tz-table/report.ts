/** What is known about releases of the tz database; undefined if a source is absent or was not asked. */
export interface TzSources {
  /** The release in the table. */
  readonly table: string
  /** Whether the table equals the data of the installed package. */
  readonly isGenerated: boolean
  /** The release in the installed `moment-timezone`. */
  readonly installed: string
  /** The release of the operating system's compiled files. */
  readonly system: string | undefined
  /** The release in Node's Intl, which Holdfast does not use. */
  readonly runtime: string | undefined
  /** The version of the installed package, and the newest that the npm registry names. */
  readonly packages: { readonly installed: string; readonly newest: string | undefined } | undefined
}

/** The report of a check, for people; `isOld` if there is something to do. */
export interface TzReport {
  readonly lines: readonly string[]
  readonly isOld: boolean
}

const BUMP = 'npm install --save-exact -D moment-timezone@latest, then npm run tzdata'

/** Compares the table with every known release. Releases sort as text: `2026f` is newer than `2026c`. */
export function reportOn(sources: TzSources): TzReport {
  const { table, isGenerated, installed, system, runtime, packages } = sources
  const lines = [`The table has ${table}.`]
  const todo: string[] = []
  lines.push(`moment-timezone, as installed, has ${installed}.`)
  if (installed !== table) todo.push(`The table is not that of the package: npm run tzdata`)
  else if (!isGenerated) todo.push('The table was edited by hand or is incomplete: npm run tzdata')
  lines.push(
    system === undefined
      ? 'This system has no tzdata.zi, so its release is unknown.'
      : `This system has ${system}.`,
  )
  if (system !== undefined && system > table) todo.push(`This system is newer: ${BUMP}`)
  if (runtime !== undefined) {
    lines.push(`Node has ${runtime}, which Holdfast does not use.`)
    if (runtime > table) todo.push(`Node is newer: ${BUMP}`)
  }
  if (packages === undefined) {
    lines.push('The npm registry was not asked; --registry asks it.')
  } else if (packages.newest === undefined) {
    lines.push('The npm registry did not answer, so a newer package may exist.')
  } else {
    const { newest } = packages
    lines.push(`The newest moment-timezone is ${newest}; installed is ${packages.installed}.`)
    if (newest !== packages.installed) todo.push(`There is another package: ${BUMP}`)
  }
  const verdict = todo.length > 0 ? todo : ['No newer release is known.']
  return { lines: [...lines, ...verdict], isOld: todo.length > 0 }
}
