import { mountPage } from '../shared/mount-page.tsx'
import { DirectoryPage } from './directory-page.tsx'

mountPage(<DirectoryPage />)
