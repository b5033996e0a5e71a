import { definePolicy } from '../../../src/index.ts'
import type { RuleTable } from './rule-table.ts'

const wrap = (target: string): string => `https://www.google.com/url?q=${encodeURIComponent(target)}`

const circling = definePolicy({
  name: 'circling',
  // Expressions are not tried out beforehand, so this circle is found when a URL walks it.
  rewrites: [
    { match: '^/ring/a$', to: '/ring/b' },
    { match: '^/ring/b$', to: '/ring/c' },
    { match: '^/ring/c$', to: '/ring/a' },
  ],
})

/** Rules that lead to another URL, and the one that gives up. */
export const JUMPS: readonly RuleTable[] = [
  {
    rule: 'unwrap-redirector',
    policy: definePolicy({ name: 'unwrap', extends: 'dedupe', unwrap: true }),
    acts: [
      { why: 'a result page', input: wrap('https://e.com/a?b=1'), becomes: 'https://e.com/a?b=1' },
      { why: 'one inside another', input: wrap(wrap('https://e.com/')), becomes: 'https://e.com/' },
      {
        why: 'the target is cleaned too',
        input: wrap('HTTPS://E.com/?utm_source=x&b&a#c'),
        becomes: 'https://e.com/?a&b',
      },
      {
        why: 'a path that is not written',
        input: 'https://l.instagram.com?u=https%3A%2F%2Fe.com',
        becomes: 'https://e.com/',
      },
    ],
    spares: [
      { why: 'a site of its own', input: 'https://e.com/url?q=https://f.com/' },
      { why: 'the target is no URL', input: 'https://www.google.com/url?q=cats' },
      {
        why: 'the target is broken: the wrapper is treated like any URL',
        input: 'https://www.google.com/url?q=http://[/&utm_source=x#f',
        becomes: 'https://www.google.com/url?q=http://[/',
      },
      {
        why: 'a signed wrapper',
        input: 'https://www.google.com/url?q=https://e.com/&sig=1#f',
        becomes: 'https://www.google.com/url?q=https://e.com/&sig=1',
      },
    ],
  },
  {
    rule: 'unwrap-redirector',
    policy: 'dedupe',
    acts: [],
    spares: [{ why: 'off', input: wrap('https://e.com/') }],
  },
  {
    rule: 'rewrite',
    policy: definePolicy({
      name: 'rewrites',
      rewrites: [
        { match: '/story?id=$1', to: '/story_$1' },
        { match: '/threads/$1-*', to: '/threads/$1' },
        { match: '^/p/([0-9]+)\\.html$', to: '/p/$1' },
        { match: '/*-n#1', to: '/n/$1' },
        { match: '/$2/at/#1-*', to: '/at/$1/$2' },
        { match: '^/one|/two$', to: '/three' },
        { match: '//old.example/$*', to: '//new.example/$*' },
      ],
    }),
    acts: [
      { why: 'a template', input: 'https://e.com/story?id=xyz', becomes: 'https://e.com/story_xyz' },
      {
        why: 'a star takes what it may',
        input: 'https://e.com/threads/12-a-long-title',
        becomes: 'https://e.com/threads/12',
      },
      {
        why: 'a query is carried along',
        input: 'https://e.com/threads/12-x?page=2',
        becomes: 'https://e.com/threads/12?page=2',
      },
      { why: 'an expression', input: 'https://e.com/p/7.html#c', becomes: 'https://e.com/p/7#c' },
      { why: 'digits behind all else', input: 'https://e.com/a-n1-b-n27?c', becomes: 'https://e.com/n/27?c' },
      { why: 'digits and a variable', input: 'https://e.com/x.y/at/7-n1', becomes: 'https://e.com/at/7/x.y' },
      { why: 'one side of a choice', input: 'https://e.com/one', becomes: 'https://e.com/three' },
      { why: 'the other side', input: 'https://e.com/two', becomes: 'https://e.com/three' },
      { why: 'another host', input: 'https://old.example/a/b?c', becomes: 'https://new.example/a/b?c' },
      { why: 'port and user stay', input: 'https://u:p@e.com:8080/p/7.html', becomes: 'https://u:p@e.com:8080/p/7' },
      { why: 'one after the other', input: 'https://old.example/p/7.html', becomes: 'https://new.example/p/7' },
      { why: 'a user of another host stays', input: 'https://u@old.example/', becomes: 'https://u@new.example/' },
      {
        why: 'a dollar in a user name is no variable',
        input: 'https://a$&b@old.example/x',
        becomes: 'https://a$&b@new.example/x',
      },
    ],
    spares: [
      { why: 'more behind the match', input: 'https://e.com/story?id=xyz&b=1' },
      { why: 'a variable does not cross a slash', input: 'https://e.com/threads/a/b-c' },
      { why: 'a variable takes something', input: 'https://e.com/story?id=' },
      { why: 'letters where digits are asked for', input: 'https://e.com/a-n27b' },
      { why: 'no digits at all', input: 'https://e.com/x/at/-b' },
      { why: 'a host that only ends alike', input: 'https://very-old.example/a' },
      { why: 'another case', input: 'https://e.com/P/7.html' },
      { why: 'a choice is anchored at its end', input: 'https://e.com/one-more' },
      { why: 'and at its beginning', input: 'https://e.com/not/two' },
    ],
  },
  {
    rule: 'keep-plain',
    policy: circling,
    acts: [
      { why: 'a circle', input: 'https://e.com/ring/a', becomes: 'https://e.com/ring/a' },
      { why: 'a circle, plainly spelled', input: 'HTTPS://E.com/ring/b', becomes: 'https://e.com/ring/b' },
    ],
    spares: [{ why: 'beside the circle', input: 'https://e.com/ring/d' }],
  },
  {
    rule: 'keep-plain',
    policy: definePolicy({ name: 'deep', unwrap: true }),
    acts: [
      {
        why: 'more redirectors inside each other than anybody follows',
        input: nest(12),
        becomes: nest(12),
      },
    ],
    spares: [{ why: 'as deep as links really are', input: nest(4), becomes: 'https://e.com/' }],
  },
]

function nest(depth: number): string {
  return depth === 0 ? 'https://e.com/' : wrap(nest(depth - 1))
}
