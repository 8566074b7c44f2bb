import shared from '../../shared/languages/tr.ts'
import type { DirectoryTranslations } from '../translations.ts'

export default {
  ...shared,
  directory: {
    title: 'Hizmet sağlayıcı bulun',
    lead: 'Uygun saatleri görmek için bir hizmet sağlayıcı seçin.',
    search: 'Ara',
    searchHint: 'Ad, uzmanlık alanı veya hizmet',
    noneTitle: 'Sonuç yok',
    none: 'Yazımı kontrol edin veya başka bir şey arayın.',
    specialties: 'Uzmanlık alanları',
    all: 'Tümü',
    found: (count) => `${count} hizmet sağlayıcı`,
    emptyTitle: 'Hizmet sağlayıcı bulunamadı',
    empty: 'Hizmet sağlayıcılar, listelendiklerinde ve rezervasyona açıldıklarında burada görünür.',
    more: 'Daha fazla göster',
  },
} satisfies DirectoryTranslations
