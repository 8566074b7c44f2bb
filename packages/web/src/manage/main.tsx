import { mountPage } from '../shared/mount-page.tsx'
import { ManagePage } from './manage-page.tsx'

mountPage(<ManagePage />)
