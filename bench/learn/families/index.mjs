// Which families there are. Those of `holdout` are loaded only where somebody asks for them: whoever works on the learner
// tunes it on `tune` alone.
const FILES = {
  tune: [
    'aspnet',
    'calendar',
    'countries',
    'docs',
    'editions',
    'files',
    'forum',
    'gov-portal',
    'magazine',
    'news',
    'phone-site',
    'shop',
    'stories',
    'thin-lists',
    'wiki',
  ],
  holdout: [
    'auctions',
    'blog',
    'classifieds',
    'cms',
    'forge',
    'jobs',
    'legacy-portal',
    'mirrors',
    'open-data',
    'property-listings',
    'questions',
    'recipes',
    'repository',
    'travel',
    'video',
  ],
}

export const SETS = Object.keys(FILES)

/** The families of a set: `{ name, build }`. */
export function loadFamilies(set) {
  return Promise.all(FILES[set].map(async (file) => (await import(`./${set}/${file}.mjs`)).default))
}
