import { mountPage } from '../shared/mount-page.tsx'
import { DirectoryPage } from './directory-page.tsx'
import { directoryTranslations } from './languages.ts'

mountPage(<DirectoryPage />, directoryTranslations)
