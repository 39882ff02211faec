/** The script of the page: commands name the node that served the page and can be copied, and the list of
 *  endpoints can be filtered. Text is inserted as text only; without the script the page lacks only these functions. */

export const script = `'use strict';
for (const place of document.querySelectorAll('.origin')) place.textContent = location.origin;
if (navigator.clipboard) for (const block of document.querySelectorAll('pre.command')) {
  const text = block.textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    }, () => { button.textContent = 'Select it'; });
  });
  block.append(button);
}
const filter = document.querySelector('.filter');
filter.classList.remove('hidden');
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/);
  for (const group of document.querySelectorAll('.side nav section')) {
    let shown = 0;
    for (const item of group.querySelectorAll('li')) {
      const fits = words.every((word) => item.dataset.words.includes(word));
      item.classList.toggle('hidden', !fits);
      if (fits) shown += 1;
    }
    group.classList.toggle('hidden', shown === 0);
  }
});
`;
