/* A bot that plays any legal move, in C: cc -O2 -o random_bot random_bot.c
 *
 * It reads no JSON library: of each line it looks for the few values that it needs. Names of fields are looked for with
 * their quotes and colon outside of texts, so a text that holds such a name does not mislead it. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Behind the closing quote of the text that begins here. */
static const char *behind_text(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

/* The value of a field of the object of a line; NULL if it has no such field. */
static const char *field(const char *line, const char *name) {
    size_t length = strlen(name);
    int depth = 0;
    for (const char *at = line; *at;) {
        if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']')
            depth--;
        if (*at != '"') {
            at++;
            continue;
        }
        const char *end = behind_text(at), *colon = end + strspn(end, " \t");
        if (depth == 1 && *colon == ':' && (size_t)(end - at) == length + 2 && !strncmp(at + 1, name, length))
            return colon + 1 + strspn(colon + 1, " \t");
        at = end;
    }
    return NULL;
}

/* The number of texts in the list that begins here. */
static uint64_t texts(const char *list) {
    uint64_t count = 0;
    for (const char *at = list + 1; *at && *at != ']';)
        if (*at == '"') {
            count++;
            at = behind_text(at);
        } else {
            at++;
        }
    return count;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *kind = field(line, "t");
        if (!kind)
            continue;
        if (!strncmp(kind, "\"hello\"", 7)) {
            puts("{\"t\":\"hello\",\"protocol\":1,\"name\":\"random-c\",\"version\":\"1\",\"deterministic\":true}");
        } else if (!strncmp(kind, "\"move\"", 6)) {
            const char *id = field(line, "id"), *seed = field(line, "seed"), *legal = field(line, "legal");
            if (!id || !seed || !legal)
                return 1;
            uint64_t index = strtoull(seed + 1, NULL, 16) % texts(legal);
            printf("{\"t\":\"move\",\"id\":%llu,\"index\":%llu}\n", strtoull(id, NULL, 10), (unsigned long long)index);
        } else if (!strncmp(kind, "\"quit\"", 6)) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
