/**
 * The variables that a child process of a test starts with: none of the settings of the machine. The
 * compile cache halves the time to start a server; `vitest.config.ts` names its folder.
 */
export function childEnv(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
