import { runAsProcess } from '../composition/command.ts'
import { runSearchIndex, SEARCH_INDEX_USAGE } from '../composition/search-index.ts'

await runAsProcess(runSearchIndex, SEARCH_INDEX_USAGE)
