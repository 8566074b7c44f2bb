import { mountPage } from '../shared/mount-page.tsx'
import { ProviderPage } from './provider-page.tsx'

mountPage(<ProviderPage />)
