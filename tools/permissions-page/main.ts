import { writeFileSync } from 'node:fs'
import { permissionsPage } from './page.ts'

/** `npm run docs:permissions` writes the table of roles and operations, `docs/permissions.md`. */
writeFileSync('docs/permissions.md', await permissionsPage())
